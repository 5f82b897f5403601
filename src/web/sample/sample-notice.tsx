import { RemoveSampleButton } from './remove-sample-button.tsx'

/** Says that the figures on the dashboard are sample data (SPEC C64). */
export function SampleNotice() {
  return (
    <section
      aria-label="Sample data"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-waiting bg-waiting-soft p-4 text-sm text-waiting"
    >
      <p className="min-w-60 grow">
        <strong>These figures are sample data.</strong> Try everything except approving and paying.
        Remove it before you enter your records.
      </p>
      <RemoveSampleButton />
    </section>
  )
}
