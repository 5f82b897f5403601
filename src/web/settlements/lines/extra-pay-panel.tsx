import { formatMoney, toCents } from '#core/money.ts'
import { isExtraPay } from '#core/settlements/extra-pay.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { getExtraPay, getRevenue } from '#web/settlements/screen/loaded-settlement.ts'
import { Figure, Money } from '#web/settlements/figures/figures.tsx'
import { classes } from '#web/ui/classes.ts'
import { LineEntries } from './line-entries.tsx'

/** The extra pay of the settlement, and its gross pay: loads and extra pay (SPEC C18). */
export function ExtraPayPanel() {
  const { loaded, preview, lines } = useSettlement()
  if (!loaded || !preview) return null
  const { billing } = loaded
  const extraPay = toCents(getExtraPay(loaded))
  const isListed = !billing || billing.status === 'pending' || extraPay !== 0n
  return (
    <section
      aria-label="Extra pay"
      className={classes('mt-4 grid gap-2', isListed && 'border-t border-line pt-3')}
    >
      {isListed && <h3 className="text-sm font-semibold">Extra Pay</h3>}
      {billing ? (
        <LineEntries
          billing={billing}
          lines={lines.filter(isExtraPay)}
          category="other"
          add={['extra-pay']}
          asPay
        />
      ) : (
        <p className="text-sm text-muted">
          {extraPay === 0n ? '' : `Recurring extra pay: ${formatMoney(extraPay)}. `}
          Save the settlement to add a bonus or other pay that does not belong to a load. Enter
          detention or layover as a charge on the load.
        </p>
      )}
      <dl className="text-sm">
        <Figure label="Gross Pay" by="loads and extra pay" strong>
          <Money cents={toCents(getRevenue(loaded, preview)) + extraPay} />
        </Figure>
      </dl>
    </section>
  )
}
