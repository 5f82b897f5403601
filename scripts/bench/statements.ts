/** Compares printing a statement of 15 loads with the bare PDF library. */
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { pdfText } from '#server/testing/pdf-text.ts'
import type { Bench, Client, Row } from './bench.ts'
import { formatMs, formatRatio, measureInTurns } from './measure.ts'

const GOAL = 1.5
const LOADS = 15
const TRUCK = `BENCH-${LOADS}`
const DAY = '2026-11-20'
const FONT = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
)

/** Measures from the request to the last byte, including the database. */
export async function measureStatement({ large, url }: Bench): Promise<Row[]> {
  const path = `/api/billing/${await findSettlement(large)}/statement.pdf`
  const lines = await readText(large, new URL(path, url))
  const tasks = [() => large.get(path), () => writeBarePdf(lines)]
  const [ours = NaN, bare = NaN] = await measureInTurns(tasks)
  return [
    {
      name: `statement PDF of ${LOADS} loads`,
      method: 'ms ÷ the bare PDF library writing the same text',
      goal: `≤ ${GOAL}`,
      result: formatRatio(ours / bare),
      met: ours / bare <= GOAL,
      raw: `${formatMs(ours)} ÷ ${formatMs(bare)}`,
    },
  ]
}

/** Finds the settlement of the truck. The first run creates it. */
async function findSettlement(client: Client): Promise<number> {
  const trucks = await client.get(`/api/trucks?truckId=${TRUCK}`)
  const [truck] = JSON.parse(trucks.text) as { id: number }[]
  if (!truck) return makeSettlement(client)
  const { text } = await client.get(`/api/billing?truckId=${truck.id}`)
  return (JSON.parse(text) as { id: number }[])[0]?.id ?? 0
}

async function makeSettlement(client: Client): Promise<number> {
  const make = async (path: string, body: object) =>
    (JSON.parse((await client.send('POST', path, body)).text) as { id: number }).id
  const truck = { truckId: TRUCK, make: 'Volvo', model: 'VNL', year: 2022 }
  const truckId = await make('/api/trucks', truck)
  for (let n = 1; n <= LOADS; n++) {
    await make('/api/loads', {
      loadId: `${TRUCK}-${n}`,
      truckId,
      revenue: `${1000 + n}.50`,
      miles: '780',
      pickupCity: 'Dallas',
      pickupState: 'TX',
      pickupDate: '2026-11-16',
      deliveryCity: 'Atlanta',
      deliveryState: 'GA',
      deliveryDate: '2026-11-18',
      settlementDate: DAY,
    })
  }
  return make('/api/billing', { truckId, settlementDate: DAY, fuel: '812.40', insurance: '350' })
}

async function readText({ cookie }: Client, url: URL): Promise<string[]> {
  const response = await fetch(url, { headers: { cookie } })
  const pages = await pdfText(new Uint8Array(await response.arrayBuffer()))
  return pages.flatMap((page) => page.split('\n'))
}

function writeBarePdf(lines: string[]): Promise<Buffer> {
  const document = new PDFDocument({ size: 'LETTER' })
  const pieces: Buffer[] = []
  return new Promise((resolve) => {
    document.on('data', (piece: Buffer) => pieces.push(piece))
    document.on('end', () => resolve(Buffer.concat(pieces)))
    document.font(FONT).fontSize(9)
    for (const line of lines) document.text(line)
    document.end()
  })
}
