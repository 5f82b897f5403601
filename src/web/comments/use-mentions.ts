import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { NamedPerson } from '#core/comments/comments.ts'
import { findQuery, insertMention, matchPeople } from '#core/comments/mention-text.ts'
import { optionId } from './mention-list.tsx'

type Mentions = {
  text: string
  onText: (text: string) => void
  people: NamedPerson[]
}

/**
 * The list of members while a mention is typed: arrow keys move, Enter and Tab choose, Escape closes the list (SPEC
 * C85).
 */
export function useMentions({ text, onText, people }: Mentions) {
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
