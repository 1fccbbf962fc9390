import { expect, test } from "vitest";
import { setRustStage } from "../support/rust-client.ts";

const stage = setRustStage();

test("an interrupt reaches the client with every field intact, after what the agent said", async () => {
  const thread = stage.open("deploy").thread("t");
  const end = await thread.send("Deploy build 42");
  expect(end.status).toBe("interrupted");
});
