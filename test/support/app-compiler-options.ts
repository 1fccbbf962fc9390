/** How an application is compiled that takes our packages as they are published. */
export const appCompilerOptions = {
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["es2022", "dom", "dom.iterable"],
  jsx: "react-jsx",
  strict: true,
  noImplicitReturns: true,
  noEmit: true,
};
