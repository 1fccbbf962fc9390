import { useAgentRun } from "@holdpoint/react";
import { Button, Container, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { Decisions } from "./decisions.tsx";

/** One conversation: what was said, what is asked, and a button to begin. */
export function App() {
  const run = useAgentRun({ threadId: "booking" });
  return (
    <Container component="main" size="sm" py="xl">
      <Stack gap="lg">
        <Title order={1}>Rooms</Title>
        {run.messages.map(({ id, role, content }) =>
          typeof content === "string" && content !== "" ? (
            <Paper key={id} withBorder p="sm">
              <Text size="sm" c="dimmed">
                {role === "user" ? "You" : "Agent"}
              </Text>
              <Text>{content}</Text>
            </Paper>
          ) : null,
        )}
        <Decisions run={run} />
        <Group>
          <Button
            // Never disabled while it works, so that the focus is not lost.
            aria-disabled={run.isBusy || run.approvals.batch !== null}
            onClick={() => void run.send("Book a room for Friday")}
          >
            Book a room
          </Button>
          <Text role="status" data-status={run.status}>
            {STATUS[run.status]}
          </Text>
        </Group>
      </Stack>
    </Container>
  );
}

const STATUS: Readonly<Record<ReturnType<typeof useAgentRun>["status"], string>> = {
  restoring: "Looking for what was kept.",
  idle: "",
  running: "The agent is at work.",
  success: "Done.",
  interrupted: "The agent waits for you.",
  cancelled: "The agent has called it off.",
  failed: "The agent has failed.",
  rejected: "The agent's stream could not be read.",
  truncated: "The connection broke off.",
  stopped: "Stopped.",
  unstarted: "The agent could not be reached.",
};
