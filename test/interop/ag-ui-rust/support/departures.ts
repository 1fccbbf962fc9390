/** How the runs of a thread have ended at the patient agent: whether it had been told to stop. */
export async function departures(origin: string, thread: string): Promise<boolean[]> {
  const response = await fetch(`${origin}/departures`);
  const all: { threadId: string; cancelled: boolean }[] = await response.json();
  return all.filter(({ threadId }) => threadId === thread).map(({ cancelled }) => cancelled);
}
