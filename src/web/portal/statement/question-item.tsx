import type { OwnQuestion } from '#core/questions/line-questions.ts'
import { useReadAnswer } from '#web/portal/bell/use-read-answer.ts'
import { useMessages } from '#web/portal/portal-user.ts'
import { classes } from '#web/ui/classes.ts'

/** A question and its answer. */
export function QuestionItem({ question }: { question: OwnQuestion }) {
  const messages = useMessages()
  const { text, answer, unread } = question
  const shown = useReadAnswer(question)
  return (
    <dl
      ref={shown}
      className={classes(
        'grid scroll-my-24 gap-1 rounded-md bg-head p-3 text-sm',
        unread && 'ring-2 ring-accent',
      )}
    >
      <Message by={messages.you} text={text} />
      {answer === null ? (
        <p className="text-muted">{messages.open}</p>
      ) : (
        <Message by={unread ? messages.officeNew : messages.office} text={answer} />
      )}
    </dl>
  )
}

function Message({ by, text }: { by: string; text: string }) {
  return (
    <div>
      <dt className="text-xs font-medium text-muted">{by}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{text}</dd>
    </div>
  )
}
