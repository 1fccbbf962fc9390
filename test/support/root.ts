import { fileURLToPath } from "node:url";

/** The top folder of the repository, with a slash at its end. */
export const root: string = fileURLToPath(new URL("../../", import.meta.url));
