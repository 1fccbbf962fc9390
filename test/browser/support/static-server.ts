import { createServer } from "node:http";
import { readStaticFiles } from "../../../apps/demo/src/server/static-files.ts";
import { listen, type OwnServer } from "./listen.ts";

/** Serves a folder that was built, to a page that may have style elements of its own, as many UI kits have. */
export async function startStaticServer(folder: string): Promise<OwnServer> {
  const files = await readStaticFiles(folder);
  const server = createServer((request, response) => {
    const file = files.get(request.url?.split("?")[0] ?? "");
    if (!file) response.writeHead(404).end();
    else {
      const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";
      response
        .writeHead(200, { "content-type": file.type, "content-security-policy": policy })
        .end(file.body);
    }
  });
  return listen(server);
}
