export interface PackageRequest {
  name: string
  packages: readonly string[]
  unneeded?: readonly string[]
}
export function debianPackages(request: PackageRequest): string | null
export function librariesOf(root: string): string
