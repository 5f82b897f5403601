import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { Chosen } from './chosen.ts'
import { DateSelect } from './date-select.tsx'
import { TruckPicker } from './truck-picker.tsx'

type ParametersCardProps = {
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
  onLoad: () => void
  loading: boolean
}

export function ParametersCard({ chosen, onChoose, onLoad, loading }: ParametersCardProps) {
  const { truckId, settlementDate } = chosen
  return (
    <Card title="Settlement Parameters" description="The truck and the date to settle.">
      <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_auto]">
        <TruckPicker
          truckId={truckId}
          onChange={(next) => next !== truckId && onChoose({ truckId: next, settlementDate: null })}
        />
        <DateSelect
          truckId={truckId}
          settlementDate={settlementDate}
          onChange={(next) => onChoose({ truckId, settlementDate: next })}
        />
        <Button className="sm:justify-self-start xl:mt-6" onClick={onLoad}>
          {loading ? 'Loading...' : 'Load Settlement Data'}
        </Button>
      </div>
    </Card>
  )
}
