import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { type NamedPerson, newCommentSchema } from '#core/comments/comments.ts'
import {
  findMentioned,
  findQuery,
  insertMention,
  matchPeople,
} from '#core/comments/mention-text.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextArea } from '#web/ui/inputs/text-input.tsx'
import { useUnsaved } from '#web/ui/overlays/unsaved.ts'
import { ariaKeys, saveByKeys } from '#web/ui/shortcuts.ts'
import { type Subject, useAddComment } from './queries.ts'

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

type Mentions = {
  text: string
  onText: (text: string) => void
  people: NamedPerson[]
}

/**
 * The list of members while a mention is typed: arrow keys move, Enter and Tab choose, Escape closes the list (SPEC
 * C85).
 */
function useMentions({ text, onText, people }: Mentions) {
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const [marked, setMarked] = useState(0)
  /** The position of the "@" whose list was closed. */
  const [closed, setClosed] = useState<number | null>(null)
  const nextCaret = useRef<number | null>(null)

  const query = findQuery(text, caret)
  const isOpen = query !== null && query.from !== closed
  const found = isOpen ? matchPeople(people, query.typed) : []
  const index = Math.min(marked, found.length - 1)

  useLayoutEffect(() => {
    if (nextCaret.current === null) return
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = null
  }, [text])

  function moveCaret(): void {
    const at = field.current?.selectionStart ?? 0
    setCaret(at)
    if (closed !== null && findQuery(text, at)?.from !== closed) setClosed(null)
  }

  function type(typed: string): void {
    setMarked(0)
    setCaret(field.current?.selectionStart ?? typed.length)
    onText(typed)
  }

  function choose({ name }: NamedPerson): void {
    if (!query) return
    const inserted = insertMention(text, query, name)
    nextCaret.current = inserted.caret
    setCaret(inserted.caret)
    setMarked(0)
    onText(inserted.text)
    field.current?.focus()
  }

  /** Returns whether the list handled the key. */
  function pressKey({ key, shiftKey }: KeyboardEvent): boolean {
    const person = found[index]
    if (!person || shiftKey) return false
    if (key === 'ArrowDown') setMarked((index + 1) % found.length)
    else if (key === 'ArrowUp') setMarked((index + found.length - 1) % found.length)
    else if (key === 'Enter' || key === 'Tab') choose(person)
    else if (key === 'Escape') setClosed(query?.from ?? null)
    else return false
    return true
  }

  return {
    found,
    index,
    listId,
    choose,
    close: () => setClosed(query?.from ?? null),
    input: {
      ref: field,
      value: text,
      'aria-autocomplete': 'list' as const,
      'aria-controls': found.length ? listId : undefined,
      'aria-activedescendant': found.length ? optionId(listId, index) : undefined,
      onChange: (event: { target: { value: string } }) => type(event.target.value),
      onSelect: moveCaret,
      onBlur: () => setClosed(query?.from ?? null),
      onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
        if (pressKey(event)) event.preventDefault()
      },
    },
  }
}

type MentionListProps = {
  id: string
  people: NamedPerson[]
  marked: number
  onChoose: (person: NamedPerson) => void
}

/** The members who match the text after "@". The text area handles the keys. */
function MentionList({ id, people, marked, onChoose }: MentionListProps) {
  return (
    <ul
      id={id}
      role="listbox"
      aria-label="Members"
      className="absolute bottom-full left-0 z-40 mb-1 max-h-56 w-72 max-w-full overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-lg"
    >
      {people.map((person, index) => (
        <li
          key={person.personId}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === marked}
          ref={index === marked ? scrollIntoList : undefined}
          // The text area keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
          className={classes(
            'flex min-h-9 cursor-pointer items-center rounded-sm px-2 text-sm wrap-anywhere pointer-coarse:min-h-11',
            index === marked ? 'bg-hover' : 'hover:bg-hover',
          )}
        >
          {person.name}
        </li>
      ))}
    </ul>
  )
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

function scrollIntoList(option: HTMLLIElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}
