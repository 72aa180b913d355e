//! Commands by what they are known to do.

pub(super) const SHELLS: [&str; 9] =
    ["sh", "bash", "dash", "zsh", "ksh", "fish", "ash", "busybox", "su"];

/// Run text, or change what later names mean.
pub(super) const EVALUATING: [&str; 9] =
    ["eval", "source", ".", "alias", "trap", "enable", "hash", "mapfile", "parallel"];

/// Run the command that follows them.
pub(super) const CARRIERS: [&str; 16] = [
    "env", "sudo", "doas", "nice", "nohup", "time", "timeout", "xargs", "command", "builtin",
    "exec", "setsid", "stdbuf", "ionice", "chrt", "unshare",
];

pub(super) const DELETING: [&str; 9] =
    ["rm", "rmdir", "unlink", "shred", "truncate", "dd", "mkfs", "trash", "wipefs"];

/// Run what a file of the repository says.
pub(super) const RUNNING: [&str; 10] =
    ["make", "just", "task", "npm", "pnpm", "yarn", "bun", "rake", "gradle", "mvn"];

/// Reach other machines, always or with one of these words.
pub(super) const NETWORK: [(&str, &[&str]); 30] = [
    ("curl", &[]),
    ("wget", &[]),
    ("ssh", &[]),
    ("scp", &[]),
    ("sftp", &[]),
    ("rsync", &[]),
    ("nc", &[]),
    ("ncat", &[]),
    ("socat", &[]),
    ("telnet", &[]),
    ("ftp", &[]),
    ("ping", &[]),
    ("dig", &[]),
    ("nslookup", &[]),
    ("host", &[]),
    ("npm", &["install", "i", "ci", "add", "update", "publish", "exec"]),
    ("npx", &[]),
    ("pnpm", &["install", "add", "update", "dlx", "publish"]),
    ("yarn", &["install", "add", "up", "dlx"]),
    ("pip", &["install", "download"]),
    ("pip3", &["install", "download"]),
    ("uv", &["add", "sync", "pip", "publish"]),
    ("cargo", &["install", "add", "fetch", "update", "publish"]),
    ("go", &["get", "install", "mod"]),
    ("gem", &["install", "push"]),
    ("apt", &[]),
    ("apt-get", &[]),
    ("brew", &[]),
    ("docker", &["pull", "push", "login", "run", "build"]),
    ("podman", &["pull", "push", "login", "run", "build"]),
];

/// Change what others use, always or with one of these words.
pub(super) const DEPLOYING: [(&str, &[&str]); 27] = [
    ("kubectl", &[]),
    ("helm", &[]),
    ("terraform", &["apply", "destroy", "import"]),
    ("tofu", &["apply", "destroy", "import"]),
    ("pulumi", &["up", "destroy", "refresh"]),
    ("ansible-playbook", &[]),
    ("ansible", &[]),
    ("npm", &["publish", "unpublish", "deprecate"]),
    ("pnpm", &["publish"]),
    ("yarn", &["publish"]),
    ("cargo", &["publish", "yank"]),
    ("twine", &["upload"]),
    ("gem", &["push", "yank"]),
    ("docker", &["push"]),
    ("podman", &["push"]),
    ("aws", &[]),
    ("gcloud", &[]),
    ("az", &[]),
    ("fly", &[]),
    ("flyctl", &[]),
    ("vercel", &[]),
    ("netlify", &[]),
    ("heroku", &[]),
    ("wrangler", &[]),
    ("firebase", &[]),
    ("serverless", &[]),
    ("cap", &[]),
];
