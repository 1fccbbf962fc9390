import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The top folder of the repository, with a slash at its end. */
export const root: string = join(dirname(fileURLToPath(import.meta.url)), "../../");
