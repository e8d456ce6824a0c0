/** They run what follows on another machine, or in a container that is one: what holds there says nothing about this machine. */
export const otherMachines: ReadonlySet<string> = new Set(
  (
    "docker docker-compose podman nerdctl kubectl oc ssh mosh vagrant multipass lxc incus distrobox toolbox " +
    "devcontainer fly flyctl heroku gcloud aws wsl adb chroot nsenter limactl orb nix-shell nix"
  ).split(" "),
);
