import { useQueryClient } from '@tanstack/react-query'
import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { type OwnQuestion, QUESTION_LENGTH } from '#core/questions/line-questions.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { describeError } from '#web/portal/loaded.tsx'
import { useMessages } from '#web/portal/portal-user.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextArea } from '#web/ui/inputs/text-input.tsx'
import { keepQuestionDraft, readQuestionDraft } from './question-draft.ts'
import { QuestionItem } from './question-item.tsx'

type AskLineProps = {
  /** The id of the statement. */
  id: number
  lineKey: string
  /** The name of the line, for a button with only an icon. */
  about?: string
  /** The text of the button, instead of an icon. */
  label?: string
  questions: OwnQuestion[]
}

/** The questions about one line, oldest first, and a button that opens the form for a new question. */
export function AskLine({ id, lineKey, about, label, questions }: AskLineProps) {
  const messages = useMessages()
  const [open, setOpen] = useState(() => readQuestionDraft(id, lineKey) !== '')
  const own = questions.filter(({ key }) => key === lineKey)
  return (
    <>
      {!open && !label && (
        <IconButton
          label={messages.askAbout(about ?? '')}
          className="-my-2 text-muted"
          onClick={() => setOpen(true)}
        >
          <MessageCircleQuestion aria-hidden className="size-4" />
        </IconButton>
      )}
      {own.length > 0 && (
        <ul className="grid w-full gap-2">
          {own.map((question) => (
            <li key={question.id}>
              <QuestionItem question={question} />
            </li>
          ))}
        </ul>
      )}
      {!open && label && (
        <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
          <MessageCircleQuestion aria-hidden className="size-4" />
          {label}
        </Button>
      )}
      {open && <AskForm id={id} lineKey={lineKey} onClose={() => setOpen(false)} />}
    </>
  )
}

type AskFormProps = { id: number; lineKey: string; onClose: () => void }

/** Sends a question about a line. Keeps the text after an error. */
function AskForm({ id, lineKey, onClose }: AskFormProps) {
  const messages = useMessages()
  const queries = useQueryClient()
  const [text, setText] = useState(() => readQuestionDraft(id, lineKey))
  const [missing, setMissing] = useState(false)
  const ask = useAction({
    send: (_: void, { key }) =>
      request('POST', `/api/portal/statements/${id}/questions`, {
        body: { key: lineKey, text },
        headers: { 'Idempotency-Key': key },
      }),
    onDone: async () => {
      keepQuestionDraft(id, lineKey, '')
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['portal', 'statement', id] }),
        queries.invalidateQueries({ queryKey: ['portal', 'questions'] }),
      ])
      onClose()
    },
    refetch: 'nothing',
  })
  const tooLong = text.trim().length > QUESTION_LENGTH
  const error = missing
    ? messages.questionMissing
    : tooLong
      ? messages.questionTooLong(QUESTION_LENGTH.toLocaleString('en-US'))
      : ask.error
        ? describeError(ask.error, messages)
        : undefined

  function type(typed: string) {
    setText(typed)
    setMissing(false)
    keepQuestionDraft(id, lineKey, typed)
  }

  function send() {
    if (text.trim() === '') setMissing(true)
    else if (!tooLong) ask.run()
  }

  return (
    <form
      noValidate
      className="grid w-full gap-2 py-2"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Labeled label={messages.yourQuestion} name="question" error={error}>
        {(aria) => (
          <TextArea
            {...aria}
            autoFocus
            rows={3}
            value={text}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </Labeled>
      <div className="flex justify-end gap-2">
        <Button
          variant="secondary"
          onClick={() => {
            keepQuestionDraft(id, lineKey, '')
            onClose()
          }}
        >
          {messages.cancel}
        </Button>
        <Button type="submit" aria-disabled={ask.busy}>
          {ask.busy ? messages.sending : messages.send}
        </Button>
      </div>
    </form>
  )
}
