import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  build: { chunkSizeWarningLimit: 700 },
  // Only in this repository: the sources of the packages, so that the example needs no build of them.
  resolve: { conditions: ["@holdpoint/source", ...defaultClientConditions] },
});
