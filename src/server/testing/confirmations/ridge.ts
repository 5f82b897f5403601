import { column, row, type DrawnPaper, type Text } from './draw.ts'

type RidgeLoad = { job: string; from: string; to: string; fee: string }

/** A broker whose words for the job, the stops and the pay the reader does not know: it has to be taught. */
export function drawRidge({ job, from, to, fee }: RidgeLoad): Pick<DrawnPaper, 'name' | 'pages'> {
  const page: Text[] = [
    { x: 40, y: 30, text: 'Ridge Brokerage LLC', size: 13, bold: true },
    { x: 360, y: 30, text: 'HAUL SHEET', size: 12, bold: true },
    ...column(40, 52, ['4 Ridge Way', 'Boise, ID 83702', 'desk@ridge.example']),
    ...column(360, 52, [`Job Code ${job}`, 'Carrier: Blue Mesa Trucking LLC']),
    ...row(
      130,
      [
        [40, 'Collect From'],
        [330, 'Unload At Site'],
      ],
      { bold: true },
    ),
    ...column(40, 144, ['ACME FOODS', '100 Main Street', from]),
    ...column(330, 144, ['GOOD MARKETS', '2 Elm Avenue', to]),
    ...column(40, 190, ['Collect Day 11/23/2026', 'Goods: PAPER ROLLS']),
    ...column(330, 190, ['Unload Day 11/24/2026']),
    ...row(250, [
      [40, 'Haul Fee'],
      [200, fee],
    ]),
    ...row(264, [
      [40, 'Late Fee a Day'],
      [200, '$150.00'],
    ]),
  ]
  return { name: `Ridge ${job}`, pages: [page] }
}
