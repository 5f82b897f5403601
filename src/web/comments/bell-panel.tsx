import { AtSign, CircleCheck, FileUp, MessageCircleQuestion, Reply } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Bell, BellEntry } from '#core/comments/bell.ts'
import { statementAddress } from '#core/settlements/history.ts'
import { sumOpen } from '#core/settlements/run/open-weeks.ts'
import { useMay } from '#web/api/may.tsx'
import { useOpenWork } from '#web/settlements/use-open-work.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatTime } from './format-time.ts'

export type BellPanelProps = {
  bell: Bell | undefined
  error: Error | null
  refetch: () => Promise<unknown>
  onClose: () => void
}

const KINDS = {
  mention: { Icon: AtSign, title: 'mentioned you' },
  answer: { Icon: Reply, title: 'answered you' },
  question: { Icon: MessageCircleQuestion, title: 'asked a question' },
  papers: { Icon: FileUp, title: 'sent documents' },
}

/** The entries of the bell, newest first. Each leads to its record. */
export function BellPanel({ bell, error, refetch, onClose }: BellPanelProps) {
  const toApprove = useToApprove()
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!bell) return <Skeleton className="h-16" />
  if (!bell.entries.length && !toApprove) return <p className="text-sm">Nothing new.</p>
  return (
    <ul className="grid text-sm">
      {toApprove > 0 && (
        <Item
          to="/settlements/run"
          icon={<CircleCheck aria-hidden className={ICON} />}
          {...{ onClose }}
        >
          {toApprove === 1 ? '1 settlement to approve' : `${toApprove} settlements to approve`}
        </Item>
      )}
      {bell.entries.map((entry) => (
        <Entry key={`${entry.kind} ${entry.id}`} {...{ entry, onClose }} />
      ))}
    </ul>
  )
}

function Entry({ entry, onClose }: { entry: BellEntry; onClose: () => void }) {
  const { Icon, title } = KINDS[entry.kind]
  return (
    <Item to={entryAddress(entry)} icon={<Icon aria-hidden className={ICON} />} {...{ onClose }}>
      <span className="block wrap-anywhere">
        <strong className="font-medium">{entry.author}</strong> {title}: {entry.label}
      </span>
      <span className="line-clamp-2 text-muted wrap-anywhere">{entry.text}</span>
      <time dateTime={entry.createdAt} className="block text-xs text-muted">
        {formatTime(entry.createdAt)}
      </time>
    </Item>
  )
}

type ItemProps = { to: string; icon: ReactNode; children: ReactNode; onClose: () => void }

function Item({ to, icon, children, onClose }: ItemProps) {
  return (
    <li className="border-t border-line py-1 first:border-t-0">
      <Link
        to={to}
        onClick={onClose}
        className="flex min-h-9 gap-2 rounded-md px-2 py-2 hover:bg-hover pointer-coarse:min-h-11"
      >
        {icon}
        <span className="min-w-0">{children}</span>
      </Link>
    </li>
  )
}

const ICON = 'mt-0.5 size-4 shrink-0 text-muted'

/** The record's page with its comments, or the statement's page, which has its questions. */
function entryAddress({ kind, subject, subjectId }: BellEntry): string {
  const page = subject === 'loads' ? `/loads/${subjectId}` : statementAddress(subjectId)
  return kind === 'question' ? page : `${page}#comments`
}

/** Uses the same request as the sidebar. */
function useToApprove(): number {
  const mayApprove = useMay('payroll')
  const weeks = useOpenWork()?.weeks ?? []
  return mayApprove ? sumOpen(weeks, 'toApprove') : 0
}
