import { ChevronRight, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { listToDo, type ToDo, type ToDoItem } from '#core/dashboard/to-do.ts'
import { today } from '#web/api/today.ts'
import { Card } from '#web/ui/card.tsx'

/** The open work, as counts that link to their lists (SPEC C63). */
export function ToDoCard({ toDo }: { toDo: ToDo }) {
  const items = listToDo(toDo, today())
  return (
    <Card title="To Do Today">
      {items.length === 0 && (
        <p className="flex items-center gap-2 text-sm text-good">
          <CircleCheck aria-hidden className="size-4 shrink-0" />
          Nothing to do
        </p>
      )}
      <ul className="-my-1 grid gap-x-8 text-sm empty:hidden sm:grid-cols-2 xl:grid-cols-3">
        {items.map((item) => (
          <li key={item.name} className="min-w-0">
            <ToDoLink item={item} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ToDoLink({ item: { count, label, address } }: { item: ToDoItem }) {
  return (
    <Link
      to={address}
      className="-mx-2 flex min-h-9 items-center gap-3 rounded-md px-2 hover:bg-hover pointer-coarse:min-h-11"
    >
      <span className="min-w-8 text-right text-base font-semibold tabular-nums">
        {count.toLocaleString('en-US')}
      </span>
      <span className="min-w-0 grow">{label}</span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
    </Link>
  )
}
