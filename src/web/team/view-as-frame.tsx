import { describeViewed } from '#core/team/describe-role.ts'
import { PORTAL_ROLES } from '#core/team/roles.ts'
import type { ViewAs } from '#core/team/signed-in-user.ts'
import { messageOf, useAccountTexts } from '#web/accounts/messages/use-texts.ts'
import { useLanguage } from '#web/api/language.ts'
import { useStopViewAs } from '#web/api/view-as.ts'
import { classes } from '#web/ui/classes.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { noticeTexts } from './notice-texts.ts'

/** Marks every screen while an Admin views it as another role, and has a button to stop (SPEC C83). */
export function ViewAsFrame({ viewed }: { viewed: ViewAs }) {
  const texts = useAccountTexts()
  const { roles } = texts
  const { viewAs } = noticeTexts[useLanguage()]
  const stop = useStopViewAs((error) => toastFailure(viewAs.stopFailed, messageOf(error, texts)))
  const [before, described, after] = viewAs.status(describeViewed(viewed, roles))
  return (
    <div
      data-view-as
      className="pointer-events-none fixed inset-0 z-130 border-4 border-waiting print:hidden"
    >
      <section
        aria-label={viewAs.label}
        className={classes(
          'pointer-events-auto absolute left-1/2 flex w-max max-w-[calc(100%-1rem)] -translate-x-1/2 items-center gap-3 rounded-lg border border-waiting bg-waiting-soft py-1 pr-1 pl-3 text-sm text-waiting',
          // Above the tabs of the portal on a phone.
          PORTAL_ROLES.includes(viewed.role) ? 'bottom-0 max-md:bottom-16' : 'bottom-0',
        )}
      >
        <p role="status" className="min-w-0 wrap-anywhere">
          {before}
          <strong>{described}</strong>
          {after}
        </p>
        <button
          type="button"
          className="min-h-8 shrink-0 rounded-md border border-waiting px-3 font-medium pointer-coarse:min-h-11"
          onClick={stop}
        >
          {viewAs.stop}
        </button>
      </section>
    </div>
  )
}
