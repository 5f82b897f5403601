import { Card } from '#web/ui/card.tsx'
import { FillSample } from './fill-sample.tsx'
import { useSampleState } from './queries.ts'
import { RemoveSampleButton } from './remove-sample-button.tsx'

/** Fills or removes the sample data. Hidden if the account has records, but no sample data (SPEC C64). */
export function SampleCard() {
  const { data } = useSampleState()
  if (!data || data.state === 'other') return null
  return (
    <Card
      title="Sample Data"
      description="A fictional carrier to explore Haulbook with. Its settlements can't be approved or paid."
    >
      {data.state === 'possible' ? (
        <FillSample />
      ) : (
        <div className="justify-self-start">
          <RemoveSampleButton />
        </div>
      )}
    </Card>
  )
}
