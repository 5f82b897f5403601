import { column, row, type DrawnPaper, type Text } from './draw.ts'

type RidgeLoad = { job: string; from: string; to: string; fee: string }

/** A broker whose words for the job, the pickup and the pay the reader does not know: they have to be taught. */
export function drawRidge({ job, from, to, fee }: RidgeLoad): Pick<DrawnPaper, 'name' | 'pages'> {
  const page: Text[] = [
    { x: 40, y: 30, text: 'Ridge Brokerage LLC', size: 13, bold: true },
    { x: 360, y: 30, text: 'HAUL SHEET', size: 12, bold: true },
    ...column(40, 52, ['4 Ridge Way', 'Boise, ID 83702', 'desk@ridge.example']),
    ...column(360, 52, [`Job Code ${job}`, 'Carrier: Blue Mesa Trucking LLC']),
    { x: 40, y: 130, text: 'Collect From', bold: true },
    ...column(40, 144, ['ACME FOODS', '100 Main Street', from, 'Pickup Date: 11/23/2026']),
    { x: 40, y: 200, text: 'Deliver To', bold: true },
    ...column(40, 214, ['GOOD MARKETS', '2 Elm Avenue', to, 'Date: 11/24/2026']),
    ...row(290, [
      [40, 'Haul Fee'],
      [200, fee],
    ]),
    ...row(304, [
      [40, 'Late Fee a Day'],
      [200, '$150.00'],
    ]),
  ]
  return { name: `Ridge ${job}`, pages: [page] }
}
