import { useState } from 'react'
import { newCommentSchema, type NamedPerson } from '#core/comments/comments.ts'
import { findMentioned } from '#core/comments/mention-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextArea } from '#web/ui/inputs/text-input.tsx'
import { useUnsaved } from '#web/ui/overlays/unsaved.ts'
import { ariaKeys, saveByKeys } from '#web/ui/shortcuts.ts'
import { MentionList } from './mention-list.tsx'
import { useAddComment, type Subject } from './queries.ts'
import { useMentions } from './use-mentions.ts'

type CommentFormProps = { subject: Subject; people: NamedPerson[] }

/** Writes a comment. "@" offers the members who can see the record (SPEC C85). */
export function CommentForm({ subject, people }: CommentFormProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const mentions = useMentions({ text, onText: change, people })
  const adding = useAddComment(subject, () => setText(''))
  useUnsaved(text.trim() !== '', 'this comment')

  function change(typed: string) {
    setText(typed)
    setError(undefined)
  }

  function submit() {
    if (adding.busy) return
    const mentioned = findMentioned(text, people).map(({ personId }) => personId)
    const { data, error: invalid } = newCommentSchema.safeParse({ text, mentions: mentioned })
    setError(invalid?.issues[0]?.message)
    if (data) adding.run(data)
    else mentions.input.ref.current?.focus()
  }

  return (
    <form
      noValidate
      className="grid gap-1 print:hidden"
      onKeyDown={saveByKeys}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Labeled
        label="New Comment"
        name="text"
        error={error}
        hint={people.length ? 'Type @ to mention a member.' : undefined}
      >
        {(aria) => (
          <div className="relative">
            {mentions.found.length > 0 && (
              <MentionList
                id={mentions.listId}
                people={mentions.found}
                marked={mentions.index}
                onChoose={mentions.choose}
              />
            )}
            <TextArea {...aria} {...mentions.input} rows={2} name="text" />
            <p aria-live="polite" className="sr-only">
              {describeList(mentions.found.length)}
            </p>
          </div>
        )}
      </Labeled>
      <Button
        type="submit"
        size="sm"
        className="justify-self-end"
        aria-keyshortcuts={ariaKeys('save')}
        aria-disabled={adding.busy}
      >
        {adding.busy ? 'Adding...' : 'Add Comment'}
      </Button>
    </form>
  )
}

function describeList(count: number): string {
  if (!count) return ''
  const members = count === 1 ? '1 member' : `${count} members`
  return `${members}. Use the up and down arrow keys, then Enter.`
}
