/**
 * Zod would try whether it may compile code, which the content security policy refuses, and reports. It has
 * to be told before the first schema is declared, so `main.tsx` begins with this; of Zod it takes no more.
 */
import { config } from 'zod/v4/core'

config({ jitless: true })
