import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import type { OwnQuestion } from '#core/questions/line-questions.ts'
import { useMessages } from '#web/portal/portal-user.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AskForm } from './ask-form.tsx'
import { readQuestionDraft } from './question-draft.ts'
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
