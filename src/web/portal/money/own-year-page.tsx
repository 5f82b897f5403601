import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import type { OwnYear } from '#core/portal/responses.ts'
import { today } from '#web/api/today.ts'
import { Loaded } from '#web/portal/loaded.tsx'
import { PortalPage } from '#web/portal/portal-page.tsx'
import { useLanguage } from '#web/api/language.ts'
import { useMessages } from '#web/portal/portal-user.ts'
import { yearQuery } from '#web/portal/queries.ts'
import { DownloadLink } from '#web/api/file-links.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

/** What the payee was paid in a calendar year. */
export function OwnYearPage() {
  const messages = useMessages()
  const currentYear = Number(today().slice(0, 4))
  const [year, setYear] = useState(currentYear)
  const query = useQuery(yearQuery(year))
  return (
    <PortalPage
      title={messages.yearTitle(year)}
      note={messages.yearNote}
      actions={
        <div className="flex gap-1">
          <IconButton label={messages.previousYear} onClick={() => setYear(year - 1)}>
            <ChevronLeft aria-hidden className="size-4" />
          </IconButton>
          <IconButton
            label={messages.nextYear}
            disabled={year >= currentYear}
            onClick={() => setYear(year + 1)}
          >
            <ChevronRight aria-hidden className="size-4" />
          </IconButton>
        </div>
      }
    >
      <Loaded query={query}>{(figures) => <YearFigures figures={figures} />}</Loaded>
    </PortalPage>
  )
}

/** Figures of $0.00 are hidden, except these totals. */
const ALWAYS = new Set(['gross', 'deductions', 'net', 'reported'])

function YearFigures({ figures }: { figures: OwnYear }) {
  const messages = useMessages()
  const language = useLanguage()
  const names = Object.keys(messages.figures) as (keyof typeof messages.figures)[]
  const shown = names.filter((name) => ALWAYS.has(name) || toCents(figures[name]) !== 0n)
  return (
    <>
      <dl className="grid divide-y divide-line rounded-lg border border-line bg-surface px-4 text-sm">
        {shown.map((name) => (
          <div key={name} className="flex items-baseline justify-between gap-3 py-3">
            <dt>{messages.figures[name]}</dt>
            <dd className="font-medium tabular-nums">{formatMoney(toCents(figures[name]))}</dd>
          </div>
        ))}
      </dl>
      <Card title={messages.payments}>
        <Payments payments={figures.payments} />
      </Card>
      {toCents(figures.gross) !== 0n && (
        <DownloadLink
          className="justify-self-start"
          href={`/api/portal/year/statements.zip?year=${figures.year}&language=${language}`}
        >
          <Download aria-hidden className="size-4" />
          {messages.downloadYear}
        </DownloadLink>
      )}
    </>
  )
}

function Payments({ payments }: Pick<OwnYear, 'payments'>) {
  const messages = useMessages()
  if (payments.length === 0) return <p className="text-sm text-muted">{messages.noPayments}</p>
  return (
    <ul className="grid divide-y divide-line text-sm">
      {payments.map(({ paidOn, kind, method, reference, amount, isReversed }, index) => (
        <li key={index} className="flex items-baseline justify-between gap-3 py-2">
          <span className="min-w-0 wrap-anywhere">
            {formatDay(paidOn)} · {messages.paymentKinds[kind]}
            <span className="block text-xs text-muted">
              {[messages.methods[method] ?? method, reference].filter(Boolean).join(' ')}
              {isReversed && ` · ${messages.reversed}`}
            </span>
          </span>
          <span className={isReversed ? 'tabular-nums line-through' : 'tabular-nums'}>
            {formatMoney(toCents(amount))}
          </span>
        </li>
      ))}
    </ul>
  )
}
