/** The settings whose hooks run beside those of a plugin. Undefined in a hook that is not a plugin's. */
export function settingsBesidePlugin(
  environment: NodeJS.ProcessEnv,
  userHome: string,
): string | undefined {
  if (!environment["CLAUDE_PLUGIN_ROOT"]) return undefined;
  return `${environment["CLAUDE_CONFIG_DIR"] || `${userHome}/.claude`}/settings.json`;
}
