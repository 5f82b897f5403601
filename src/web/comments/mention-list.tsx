import type { NamedPerson } from '#core/comments/comments.ts'
import { classes } from '#web/ui/classes.ts'

type MentionListProps = {
  id: string
  people: NamedPerson[]
  marked: number
  onChoose: (person: NamedPerson) => void
}

/** The members who match the text after "@". The text area handles the keys. */
export function MentionList({ id, people, marked, onChoose }: MentionListProps) {
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

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

function scrollIntoList(option: HTMLLIElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}
