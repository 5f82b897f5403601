import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DateSelect } from './date-select.tsx'
import { TruckPicker } from './truck-picker.tsx'
import { useSettlement } from './use-settlement.ts'

export function ParametersCard() {
  const { load, loading } = useSettlement()
  return (
    <Card title="Settlement Parameters" description="Choose a truck and settlement date.">
      <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_auto]">
        <TruckPicker />
        <DateSelect />
        <Button className="sm:justify-self-start xl:mt-6" onClick={load}>
          {loading ? 'Loading...' : 'Load Settlement Data'}
        </Button>
      </div>
    </Card>
  )
}
