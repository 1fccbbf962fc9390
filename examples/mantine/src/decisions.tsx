import { describeInterrupt, isApprovalError } from "@holdpoint/client";
import type { FormView } from "@holdpoint/client/form";
import type { AgentRun } from "@holdpoint/react";
import { Alert, Button, Card, Code, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { Field } from "./field.tsx";

/** All that the agent waits for: one card a question, how far it is, and what sends it. */
export function Decisions({ run }: { run: AgentRun }) {
  const { batch, counts, phase } = run.approvals;
  if (batch === null) return null;
  const done = counts.total - counts.open;
  const fault = faultOf(run);
  return (
    <Stack component="section" aria-label="Your decision">
      <Progress value={(100 * done) / counts.total} aria-label="Answered" />
      <Text role="status">
        {done} of {counts.total} answered
      </Text>
      {run.forms.map((form) => (
        <Question key={form.id} form={form} />
      ))}
      {fault !== undefined && (
        <Alert color="red" role="alert" title="Nothing was sent">
          {fault}
        </Alert>
      )}
      {phase === "unknown" ? (
        <Group>
          <Text>Nobody knows whether the answers arrived. Sending them again may repeat the action.</Text>
          <Button onClick={() => void run.retry()}>Send again</Button>
          <Button variant="default" onClick={run.dismiss}>
            Leave it
          </Button>
        </Group>
      ) : (
        <Group>
          <Button loading={phase === "submitting"} onClick={() => void run.submit()}>
            Send {counts.total} answers
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Why the answers have not gone out, as long as that is so. */
function faultOf({ error, approvals }: AgentRun): string | undefined {
  if (!isApprovalError(error)) return error?.message;
  return approvals.counts.open > 0 ? "Answer or decline what is still open." : undefined;
}

function Question({ form }: { form: FormView }) {
  const { item, actions, disabled } = form;
  const heading = `question-${form.id}`;
  return (
    <Card component="article" withBorder aria-labelledby={heading}>
      <Stack>
        <Title order={2} size="h4" id={heading}>
          {describeInterrupt(item).question}
        </Title>
        {item.toolCall && (
          <Code block style={WRAPPED}>
            {item.toolCall.name} {item.toolCall.arguments}
          </Code>
        )}
        {form.fields.map((field) => (
          <Field key={field.id} form={form} field={field} />
        ))}
        {form.error && <Alert color="red">{form.error.message}</Alert>}
        <Group>
          {actions.map((action) => (
            <Button
              key={action.id}
              variant={action.selected ? "filled" : "default"}
              aria-pressed={action.selected}
              aria-describedby={heading}
              disabled={disabled}
              onClick={() => action.run()}
            >
              {WORDS[action.id]}
            </Button>
          ))}
          {!actions.some(({ declines }) => declines) && (
            <Button
              variant={item.status === "declined" ? "filled" : "subtle"}
              aria-pressed={item.status === "declined"}
              aria-describedby={heading}
              disabled={disabled}
              onClick={() => form.decline()}
            >
              Decline
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}

/** What scrolls would have to be reached by the keyboard. */
const WRAPPED = { whiteSpace: "pre-wrap", overflowWrap: "anywhere" } as const;

const WORDS = { approve: "Approve", deny: "Deny", yes: "Yes", no: "No" } as const;
