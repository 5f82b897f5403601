import { useQuery } from '@tanstack/react-query'
import { MessageCircleReply } from 'lucide-react'
import { Link } from 'react-router'
import type { OwnBell as Bell } from '#core/portal/responses.ts'
import { useReadOnOpening } from '#web/api/read-on-opening.ts'
import { useMessages } from '#web/portal/portal-user.ts'
import { ownBellQuery } from '#web/portal/queries.ts'
import { BellPopover } from '#web/ui/overlays/bell-popover.tsx'

/** The office's answers that the person has not read. Each leads to its question (SPEC C86). */
export function OwnBell() {
  const { bell } = useMessages()
  useReadOnOpening('own-bell')
  const { data } = useQuery(ownBellQuery)
  return (
    <BellPopover label={bell.label} labelOf={bell.news} count={data?.answers ?? 0}>
      {(close) => <Entries entries={data?.entries ?? []} onClose={close} />}
    </BellPopover>
  )
}

type EntriesProps = { entries: Bell['entries']; onClose: () => void }

function Entries({ entries, onClose }: EntriesProps) {
  const { bell, statement } = useMessages()
  if (!entries.length) return <p className="text-sm">{bell.nothing}</p>
  return (
    <ul className="grid text-sm">
      {entries.map(({ id, billingId, number, answer }) => (
        <li key={id} className="border-t border-line py-1 first:border-t-0">
          <Link
            to={`/portal/statements/${billingId}#question-${id}`}
            onClick={onClose}
            className="flex min-h-11 gap-2 rounded-md px-2 py-2 hover:bg-hover"
          >
            <MessageCircleReply aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            <span className="min-w-0 wrap-anywhere">
              <span className="block font-medium">{bell.answered(statement(number))}</span>
              <span className="line-clamp-2 text-muted">{answer}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
