import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  QUESTION_LENGTH,
  WHOLE_STATEMENT,
  type OfficeQuestion,
} from '#core/questions/line-questions.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextArea } from '#web/ui/inputs/text-input.tsx'
import { useUnsaved } from '#web/ui/overlays/unsaved.ts'
import { QUESTIONS } from './queries.ts'

/** A question with its answer, or with the form to answer it. */
export function QuestionThread({ question }: { question: OfficeQuestion }) {
  const { key, line, text, answer } = question
  return (
    <div className="grid gap-2 rounded-md bg-head p-3 text-sm">
      {key !== WHOLE_STATEMENT && <p className="text-muted wrap-anywhere">About: {line}</p>}
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      {answer === null ? (
        <AnswerForm id={question.id} />
      ) : (
        <p className="border-t border-line pt-2 wrap-anywhere whitespace-pre-line">
          <span className="block text-xs font-medium text-muted">Answer</span>
          {answer}
        </p>
      )}
    </div>
  )
}

/** Sends the answer. Keeps the text after an error. */
function AnswerForm({ id }: { id: number }) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const answer = useAction({
    send: () => request('POST', `/api/questions/${id}/answer`, { body: { text } }),
    done: 'Answer sent',
    refetch: () =>
      Promise.all(
        [QUESTIONS, 'bell'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      ),
  })
  useUnsaved(text.trim() !== '' && !answer.isDone, 'this answer')
  const error = missing ? 'Enter an answer' : answer.failure

  function send() {
    if (text.trim() === '') setMissing(true)
    else answer.run()
  }

  return (
    <form
      noValidate
      className="grid gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Labeled label="Answer" name="answer" error={error}>
        {(aria) => (
          <TextArea
            {...aria}
            rows={2}
            maxLength={QUESTION_LENGTH}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setMissing(false)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
            }}
          />
        )}
      </Labeled>
      <Button type="submit" className="justify-self-end" aria-disabled={answer.busy}>
        {answer.busy ? 'Sending...' : 'Send Answer'}
      </Button>
    </form>
  )
}
