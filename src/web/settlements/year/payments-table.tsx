import { formatDay } from '#core/calendar.ts'
import { toCents } from '#core/money.ts'
import { STATEMENT_PAYMENT_METHODS } from '#core/payment-methods.ts'
import type { YearPayment } from '#core/settlements/year/responses.ts'
import { FigureCell, FigureTable, Row, TableCell } from '#web/settlements/figures/figure-table.tsx'
import { Money } from '#web/settlements/figures/figures.tsx'
import { Badge, StatusBadge } from '#web/ui/badge.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'

const HEADS = ['Paid On', 'Method', 'Reference', 'Status', 'Amount']

/** Every payment of the year. Reversed payments, advances and loans are not part of gross. */
export function PaymentsTable({ payee, payments }: { payee: string; payments: YearPayment[] }) {
  return (
    <SidewaysScroll>
      <FigureTable caption={`Payments to ${payee}`} heads={HEADS} firstFigure={4}>
        {payments.map(({ id, paidOn, kind, method, reference, amount, state }) => {
          return (
            <Row key={id}>
              <TableCell label="Paid On">{formatDay(paidOn)}</TableCell>
              <TableCell label="Method">{labelOf(method)}</TableCell>
              <TableCell label="Reference" className="wrap-anywhere">
                {reference ?? '–'}
              </TableCell>
              <TableCell label="Status">
                <span className="inline-flex flex-wrap gap-1">
                  <StatusBadge status={state} />
                  {kind === 'hand-out' && <Badge tone="moving">Advance or loan</Badge>}
                </span>
              </TableCell>
              <FigureCell label="Amount">
                <Money cents={toCents(amount)} />
              </FigureCell>
            </Row>
          )
        })}
      </FigureTable>
    </SidewaysScroll>
  )
}

function labelOf(method: string): string {
  return STATEMENT_PAYMENT_METHODS.find(({ value }) => value === method)?.label ?? method
}
