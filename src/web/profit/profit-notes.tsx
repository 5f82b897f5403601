import { Fragment } from 'react'
import { Link } from 'react-router'
import { pluralize } from '#core/pluralize.ts'
import type { Profit, ProfitView } from '#core/profit/profit.ts'
import { loadsPathsOf } from './loads-path.ts'

const WITHOUT_ITEMS: readonly ProfitView[] = ['broker', 'lane', 'city', 'dispatcher']

/** What the figures are of, and what they leave out (SPEC C583, C584). */
export function ProfitNotes({ profit }: { profit: Profit }) {
  const { by, from, to, total, purchasesWithoutTruck, purchasesUnclear } = profit
  const days = `deliveryDate.from=${from}&deliveryDate.to=${to}`
  return (
    <div className="grid max-w-3xl gap-2 text-sm text-muted">
      {total.withoutDay > 0 && (
        <p>
          {loadsPathsOf(profit, total).map(({ path, count, isWithoutDay }, at) => (
            <Fragment key={path}>
              {at > 0 && ', '}
              <Link className="hit-area underline" to={path}>
                {pluralize(count, 'load')}{' '}
                {isWithoutDay ? 'without a delivery day, by settlement date' : 'by delivery day'}
              </Link>
            </Fragment>
          ))}
          .
        </p>
      )}
      {total.withoutMiles > 0 && (
        <p>
          <Link className="hit-area underline" to={`/loads?miles.to=0&${days}`}>
            Miles are missing on {pluralize(total.withoutMiles, 'load')}
          </Link>
          : figures by mile leave {total.withoutMiles === 1 ? 'it' : 'them'} out.
        </p>
      )}
      {total.notSettled > 0 && (
        <p>
          {pluralize(total.notSettled, 'load is', 'loads are')} on no settlement: fees of owners and
          pay of drivers are not counted yet.
        </p>
      )}
      {purchasesWithoutTruck > 0 && (
        <p>
          {pluralize(purchasesWithoutTruck, 'card purchase')} without a truck{' '}
          {purchasesWithoutTruck === 1 ? 'is' : 'are'} not counted.
        </p>
      )}
      {purchasesUnclear > 0 && (
        <p>
          {pluralize(purchasesUnclear, 'card purchase')} not counted: the truck changed hands, and
          no lease or settlement of the week says whose it was.
        </p>
      )}
      {WITHOUT_ITEMS.includes(by) && (
        <p>Costs, flat fees and extra pay belong to trucks. Here they are not assigned.</p>
      )}
      <p>
        Loads count by delivery day, without one by settlement date, with the percentages that
        statements deduct for them. Flat fees and extra pay count by settlement date,{' '}
        <Link className="underline" to="/costs">
          costs
        </Link>{' '}
        by their day. Fuel, insurance and the like that statements charge back count as made at
        cost, unless a cost says what was charged. Card purchases are costs of your own trucks, by
        their day, also an advance that a driver’s statement deducts: a cost with what was charged
        back counts the deduction. Not counted: factoring fees, and repairs, wages and fuel that are
        neither card purchases nor costs.
      </p>
    </div>
  )
}
