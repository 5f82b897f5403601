/** The Year-End screen: what counts for each payee in a calendar year (SPEC C9). */
import { useQuery } from '@tanstack/react-query'
import { FileLock2 } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useSearchParams } from 'react-router'
import { addUp, type Amount, formatMoney, toAmount, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import type { PayeeYear, YearSummary } from '#core/settlements/year/responses.ts'
import { findTaxYear } from '#core/settlements/year/thresholds.ts'
import { request } from '#web/api/client.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import {
  FigureCell,
  FigureTable,
  Row,
  TABLE_FRAME,
  TableCell,
  TotalRow,
} from '#web/settlements/figures/figure-table.tsx'
import { Money } from '#web/settlements/figures/figures.tsx'
import { RowToggle } from '#web/settlements/figures/row-toggle.tsx'
import { PeriodHeading } from '#web/settlements/period-heading.tsx'
import { ReportLinks } from '#web/transfer/export-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Page } from '#web/ui/page.tsx'
import { Query } from '#web/ui/query.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { YearOfPayee } from './year-of-payee.tsx'

export function YearPage() {
  const [params, setParams] = useSearchParams()
  const typed = params.get('year') ?? ''
  const year = /^(19|2\d)\d\d$/.test(typed) ? Number(typed) : findTaxYear(today())
  const query = useQuery({
    queryKey: ['owners-year', year],
    queryFn: () => request<YearSummary>('GET', `/api/settlements/year?year=${year}`),
  })
  const move = (years: number) => setParams({ year: String(year + years) })
  return (
    <Page
      title="Year-End (1099)"
      description="Each owner and driver by payment date: gross, deductions, net and the 1099 figure."
      actions={
        <div className="flex flex-wrap gap-2">
          <ReportLinks path="/api/settlements/year" query={{ year: String(year) }} />
          <OnlyFor permission="secrets">
            <TaxFileButton year={year} />
          </OnlyFor>
        </div>
      }
    >
      <PeriodHeading unit="year" onMove={move}>
        {year}
      </PeriodHeading>
      <Query of={query} skeleton="h-40">
        {(data) => (
          <>
            {data.payees.length === 0 && (
              <p className="text-sm text-muted">No statements in {year}.</p>
            )}
            {data.payees.length > 0 && (
              <>
                <p className="text-sm text-muted">
                  The 1099 figure is gross pay with extra pay, adjustments to prior loads and
                  unapplied money. Reimbursements and loans aren&apos;t part of it. Threshold for{' '}
                  {year}: {formatMoney(toCents(data.threshold))}.
                </p>
                <PayeesTable summary={data} />
              </>
            )}
          </>
        )}
      </Query>
    </Page>
  )
}

/** Asks before it downloads the file for the tax preparer: it contains tax IDs (SPEC C9). */
function TaxFileButton({ year }: { year: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <FileLock2 aria-hidden className="size-4" />
        Tax Preparer File
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Tax Preparer File for ${year}`}
        description="This file contains tax IDs. The download is recorded in the audit log."
      >
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <ReportLinks
            path="/api/settlements/year/tax"
            query={{ year: String(year) }}
            text="Download"
            onClick={() => setOpen(false)}
          />
        </div>
      </Dialog>
    </>
  )
}

const FIGURES = [
  { head: 'Gross', name: 'gross' },
  { head: 'Of Which Extra Pay', name: 'extraPay' },
  { head: 'Reimbursed', name: 'reimbursements' },
  { head: 'Deductions', name: 'deductions' },
  { head: 'Withheld', name: 'withheld' },
  { head: 'Net Paid', name: 'net' },
  { head: '1099 Figure', name: 'reported' },
] as const

const FIRST_FIGURE = 2
const HEADS = ['Payee', '1099', ...FIGURES.map(({ head }) => head)]

/** One line for each payee. A click on the name opens the statements and payments. */
function PayeesTable({ summary: { year, threshold, payees } }: { summary: YearSummary }) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <SidewaysScroll className={TABLE_FRAME}>
      <FigureTable caption={`Payees in ${year}`} heads={HEADS} firstFigure={FIRST_FIGURE}>
        {payees.map((payee) => {
          const id = `${payee.key} ${payee.payee}`
          return (
            <Fragment key={id}>
              <PayeeRow
                payee={payee}
                threshold={threshold}
                isOpen={open === id}
                onToggle={() => setOpen(open === id ? null : id)}
              />
              {open === id && (
                <tr>
                  <td colSpan={HEADS.length} className="p-0">
                    <YearOfPayee year={year} payee={payee} />
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
        <TotalRow title={`Total (${pluralize(payees.length, 'payee')})`} firstFigure={FIRST_FIGURE}>
          {FIGURES.map(({ head, name }) => (
            <AmountCell key={name} head={head} amount={sumOf(payees, name)} />
          ))}
        </TotalRow>
      </FigureTable>
    </SidewaysScroll>
  )
}

type PayeeRowProps = {
  payee: PayeeYear
  threshold: Amount
  isOpen: boolean
  onToggle: () => void
}

function PayeeRow({ payee, threshold, isOpen, onToggle }: PayeeRowProps) {
  return (
    <>
      <Row>
        <TableCell label="Payee" className="wrap-anywhere sm:min-w-40">
          <RowToggle label={payee.payee} isOpen={isOpen} onToggle={onToggle} />
        </TableCell>
        <TableCell label="1099">
          <TaxFlags payee={payee} threshold={threshold} />
        </TableCell>
        {FIGURES.map(({ head, name }) => (
          <AmountCell key={name} head={head} amount={payee[name]} />
        ))}
      </Row>
      <MoneyRow title="Unapplied money (in the 1099 figure)" amount={payee.unapplied} />
      <MoneyRow
        title="Repaid in cash (not in the 1099 figure)"
        amount={toAmount(-toCents(payee.repaid))}
      />
    </>
  )
}

/** Money that is on no statement of the payee. `title` says whether the 1099 figure above includes it. */
function MoneyRow({ title, amount }: { title: string; amount: Amount }) {
  if (toCents(amount) === 0n) return null
  return (
    <tr className="text-muted">
      <TableCell label="Payee" className="pl-8">
        {title}
      </TableCell>
      <td className="max-sm:hidden" colSpan={FIGURES.length - 1} />
      <AmountCell head="Net Paid" amount={amount} />
      <td className="max-sm:hidden" />
    </tr>
  )
}

function TaxFlags({ payee, threshold }: { payee: PayeeYear; threshold: Amount }) {
  const { filing, taxId, backupWithholding } = payee
  return (
    <span className="inline-flex flex-wrap gap-1 max-sm:justify-end">
      {filing === 'below' ? (
        <Badge tone="neutral">Below {formatMoney(toCents(threshold)).replace('.00', '')}</Badge>
      ) : (
        <Badge tone="good">{filing === 'reached' ? 'File' : 'File (tax withheld)'}</Badge>
      )}
      {taxId === 'missing' && <Badge tone="bad">No tax ID</Badge>}
      {taxId === 'unreadable' && <Badge tone="bad">Tax ID unreadable</Badge>}
      {taxId === 'on-file' && <Badge tone="neutral">Tax ID on file</Badge>}
      {backupWithholding && <Badge tone="waiting">Backup withholding</Badge>}
    </span>
  )
}

function AmountCell({ head, amount }: { head: string; amount: Amount }) {
  return (
    <FigureCell label={head}>
      <Money cents={toCents(amount)} />
    </FigureCell>
  )
}

/** The total of Net Paid is what was paid: net and unapplied money, less what was repaid. */
function sumOf(payees: PayeeYear[], name: (typeof FIGURES)[number]['name']): Amount {
  return toAmount(addUp(payees.map((payee) => (name === 'net' ? payee.paid : payee[name]))))
}
