export const root: string
export const compiler: string
export function pageIsBuilt(): boolean
export function build(): number
export function buildIsStale(): boolean
export function canBuild(): boolean
