/** What a load brings a mile, on its form and on its page (SPEC C588). */
import { useWatch } from 'react-hook-form'
import type { AnyRecord } from '#core/entities/entity.ts'
import { readTypedAmount, toCents } from '#core/money.ts'
import { sumRows } from '#web/charges/charge-text.ts'
import { useCharges } from '#web/charges/queries.ts'
import type { ChargesForm } from '#web/charges/use-charges-form.ts'
import { LoadRate } from '#web/profit/load-rate.tsx'
import type { FieldsModel } from '#web/records/form/use-record-form.ts'

type FormRateProps = { model: FieldsModel; charges: ChargesForm }

/** As it is typed. The charges, if there are any, say what the broker is billed. */
export function FormRate({ model: { form }, charges }: FormRateProps) {
  const [revenue = '', miles = '', emptyMiles = '', deliveryDate = ''] = useWatch({
    control: form.control,
    name: ['revenue', 'miles', 'emptyMiles', 'deliveryDate'],
  })
  const gross = charges.rows.length
    ? sumRows(charges.rows).billedTotal
    : toCents(readTypedAmount(revenue) ?? '0.00')
  return <LoadRate {...{ gross, miles, emptyMiles, deliveryDate }} />
}

/** Nothing until the charges are known. */
export function LoadPageRate({ load }: { load: AnyRecord }) {
  const { data } = useCharges(load)
  if (!data) return null
  const { miles, emptyMiles, deliveryDate, revenue } = load
  const gross = data.charges.length ? data.billedTotal : String(revenue)
  return (
    <LoadRate
      gross={toCents(gross ?? '0.00')}
      miles={String(miles)}
      emptyMiles={String(emptyMiles)}
      deliveryDate={typeof deliveryDate === 'string' ? deliveryDate : null}
    />
  )
}
