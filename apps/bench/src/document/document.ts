export function documentRuns(files: readonly string[], docs: string): void {
  void files;
  void docs;
}
