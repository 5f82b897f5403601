import type { LineQuestion } from '#core/questions/line-questions.ts'
import { useMessages } from '#web/portal/portal-user.ts'

/** A question and its answer. */
export function QuestionItem({ question }: { question: LineQuestion }) {
  const messages = useMessages()
  const { text, answer } = question
  return (
    <dl className="grid gap-1 rounded-md bg-head p-3 text-sm">
      <Said by={messages.you} text={text} />
      {answer === null ? (
        <p className="text-muted">{messages.open}</p>
      ) : (
        <Said by={messages.office} text={answer} />
      )}
    </dl>
  )
}

function Said({ by, text }: { by: string; text: string }) {
  return (
    <div>
      <dt className="text-xs font-medium text-muted">{by}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{text}</dd>
    </div>
  )
}
