import { formatSecret, type TwoStepSetup } from '#core/accounts/two-step.ts'
import { useTwoStepTexts } from '#web/accounts/messages/use-two-step-texts.ts'

/** For text that people type from the screen: no ligature ("1x1" as "1×1"), and a zero that doesn't look like an O. */
export const TYPED = "font-mono slashed-zero [font-feature-settings:'calt'_0,'zero'_1]"

/** The QR code, and its secret for an app that can't scan it. Black on white in both themes: readers need it. */
export function QrCode({ setup: { qr, secret, uri } }: { setup: TwoStepSetup }) {
  const twoStep = useTwoStepTexts()
  return (
    <div className="flex flex-wrap items-center gap-4">
      <svg
        role="img"
        aria-label={twoStep.qr}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="size-44 shrink-0 rounded-md border border-line bg-white"
      >
        <path d={qr.path} fill="#000" />
      </svg>
      <div className="grid min-w-48 flex-1 gap-2 text-sm">
        <p>
          {twoStep.onThisPhone}{' '}
          <a
            href={uri}
            className="hit-area font-medium text-accent-strong underline underline-offset-2"
          >
            {twoStep.openApp}
          </a>
        </p>
        <p>
          {twoStep.typeKey}
          <span className={`mt-1 block wrap-anywhere ${TYPED}`}>{formatSecret(secret)}</span>
        </p>
      </div>
    </div>
  )
}
