import type { AgentRun } from "./driver.ts";

/**
 * A run as the body of an event stream, one `data:` frame an event. Reads the run only as
 * fast as it is read itself; cancelling it stops the agent.
 * Source: AG-UI 1.1, basic/transports/http-sse.
 */
export function toEventStreamBody(run: AgentRun): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let gone = false;
  return new ReadableStream(
    {
      async pull(controller) {
        const events = await run.take();
        if (gone) return;
        if (events.length === 0) controller.close();
        else {
          const frames = events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
          controller.enqueue(encoder.encode(frames.join("")));
        }
      },
      cancel() {
        gone = true;
        run.stop();
      },
    },
    // Without a buffer of its own the stream asks for events only when somebody reads.
    { highWaterMark: 0 },
  );
}
