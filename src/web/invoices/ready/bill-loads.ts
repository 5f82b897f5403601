/** The requests that make drafts of the selected loads. Each request is independent, so a run can be stopped and continued. */
import type {
  BillableLoad,
  CreatedInvoices,
  Invoice,
  ReadyBroker,
} from '#core/invoices/responses.ts'
import { pluralize } from '#core/pluralize.ts'
import { request } from '#web/api/client.ts'
import { newKey } from '#web/api/request-key.ts'
import type { Steps } from '#web/settlements/run/steps.ts'

type Batch = { broker: ReadyBroker; loads: BillableLoad[]; key: string }

type BillOptions = {
  brokers: ReadyBroker[]
  picked: ReadonlySet<number>
  /** One invoice for all selected loads of a broker. */
  together: boolean
  onCreated: (created: Invoice[]) => void
  onFailed: (loads: number[], message: string) => void
}

/** One request for each invoice. The brokers are handled at the same time. */
export function billSteps(options: BillOptions): Steps<Batch> {
  const { brokers, picked, together, onCreated, onFailed } = options
  return {
    result: 'drafts created',
    groups: brokers
      .map((broker) => listBatches(broker, picked, together))
      .filter((batches) => batches.length > 0),
    async step({ broker, loads, key }) {
      const loadIds = loads.map(({ id }) => id)
      try {
        const { created } = await request<CreatedInvoices>('POST', '/api/invoices', {
          body: { brokerId: broker.brokerId, loadIds, each: !together },
          headers: { 'Idempotency-Key': key },
        })
        onCreated(created)
      } catch (error) {
        onFailed(loadIds, error instanceof Error ? error.message : String(error))
        throw error
      }
    },
    describe: nameBatch,
  }
}

function listBatches(broker: ReadyBroker, picked: ReadonlySet<number>, together: boolean): Batch[] {
  const loads = broker.loads.filter(({ id }) => picked.has(id))
  if (loads.length === 0) return []
  return (together ? [loads] : loads.map((load) => [load])).map((some) => ({
    broker,
    loads: some,
    key: newKey(),
  }))
}

/** "Load L-1 of Acme", "3 loads of Acme". */
function nameBatch({ broker, loads }: Batch): string {
  const [first] = loads
  const what = loads.length === 1 ? `Load ${first?.loadId}` : pluralize(loads.length, 'load')
  return `${what} of ${broker.brokerName}`
}
