import type { Browser, LaunchOptions } from 'playwright-core'

export function launchChromium(options?: LaunchOptions): Promise<Browser | null>
export const HOW_TO_GET_ONE: string
