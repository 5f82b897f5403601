/** The profit as a file (SPEC C582): one row for each row of the view, then what is not assigned, then the total. */
import type { ProfitFigures } from '#core/profit/figures.ts'
import { hasFigures, PROFIT_VIEWS, type Profit } from '#core/profit/profit.ts'
import { reportColumns, type Report } from '#core/transfer/report.ts'

export function buildProfitReport({ by, from, to, rows, notAssigned, total }: Profit): Report {
  const title = PROFIT_VIEWS.find(({ value }) => value === by)?.label ?? by
  return {
    file: `profit-${by}-${from}-${to}`,
    columns: [
      { title, control: 'text' },
      ...reportColumns({
        From: 'day',
        To: 'day',
        Gross: 'money',
        Loads: 'count',
        'Loaded Miles': 'quantity',
        'Empty Miles': 'quantity',
        'All Miles': 'quantity',
        'Per Loaded Mile': 'money',
        'Per Mile': 'money',
        'Deadhead %': 'text',
        'Owners and Drivers': 'money',
        'Fees Kept': 'money',
        'Charged Back': 'money',
        Costs: 'money',
        Margin: 'money',
        'Margin %': 'text',
        'Loads Without Miles': 'count',
        'Loads Not Settled': 'count',
      }),
    ],
    rows: [
      ...rows.map((row) => toCells(row.label, row)),
      ...(hasFigures(notAssigned) ? [toCells('Not assigned', notAssigned)] : []),
      toCells('Total', total),
    ],
  }

  function toCells(name: string, figures: ProfitFigures): string[] {
    const { gross, loads, miles, emptyMiles, allMiles, perLoadedMile, perMile } = figures
    const { paid, kept, chargedBack, costs, margin, withoutMiles, notSettled } = figures
    return [
      ...[name, from, to, gross, String(loads), miles, emptyMiles, allMiles],
      ...[perLoadedMile ?? '', perMile ?? '', toText(figures.deadhead)],
      ...[paid, kept, chargedBack, costs, margin, toText(figures.marginPercent)],
      ...[String(withoutMiles), String(notSettled)],
    ]
  }
}

function toText(percent: number | null): string {
  return percent === null ? '' : percent.toFixed(1)
}
