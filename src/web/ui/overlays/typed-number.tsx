import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'

type TypedNumberProps = { count: number; value: string; onChange: (value: string) => void }

/** Asks for the number of records before many are deleted (SPEC C43). */
export function TypedNumber({ count, value, onChange }: TypedNumberProps) {
  return (
    <Labeled label={`Type ${count} to delete them`} name="count">
      {(aria) => (
        <TextInput
          {...aria}
          inputMode="numeric"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labeled>
  )
}

/** "1,200" and "1200" are the same number. */
export function isTypedNumber(count: number, value: string): boolean {
  return value.replaceAll(/[\s,]/g, '') === String(count)
}
