import {execFileSync} from 'node:child_process';
import {accessSync, constants} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

/** Programs that a test needs, and the packages of Debian that bring them. */
type Needed = {readonly programs: readonly string[]; readonly packages: readonly string[]};

const isInstalled = (program: string): boolean =>
	(process.env.PATH ?? '').split(path.delimiter).some(folder => {
		try {
			accessSync(path.join(folder, program), constants.X_OK);
			return true;
		} catch {
			// Not in this folder.
			return false;
		}
	});

const apt = (...args: readonly string[]): void => {
	const command = ['apt-get', '-o', 'DPkg::Lock::Timeout=120', ...args];
	// Several files of tests may want the same at the same time, and apt refuses the second.
	const inTurn = isInstalled('flock') ? ['flock', path.join(tmpdir(), 'mcp-tui-apt.lock')] : [];
	const [program = '', ...rest] = [...inTurn, ...command];
	execFileSync(program, rest, {
		env: {...process.env, DEBIAN_FRONTEND: 'noninteractive'},
		stdio: 'ignore',
		timeout: 300_000,
	});
};

/** Why it could not be installed; undefined when it is there. */
const installMissing = ({programs, packages}: Needed): string | undefined => {
	const install = (): void => apt('install', '-y', '--no-install-recommends', ...packages);
	try {
		install();
	} catch {
		try {
			// The lists of packages may be missing or old.
			apt('update');
			install();
		} catch {
			return 'they could not be installed';
		}
	}
	return programs.every(isInstalled) ? undefined : 'their packages do not bring them along';
};

/** Why tests that need these programs cannot run here. Installs what is missing where that is allowed. */
export const whyNotInstalled = (needed: Needed): string | undefined => {
	const missing = needed.programs.filter(program => !isInstalled(program)).join(', ');
	if (missing === '') return undefined;
	const howTo = `Run them after: apt-get install ${needed.packages.join(' ')}`;
	if (process.getuid?.() !== 0 || !isInstalled('apt-get')) return `they need ${missing}. ${howTo}`;
	const problem = installMissing(needed);
	return problem === undefined ? undefined : `they need ${missing}, and ${problem}. ${howTo}`;
};

/** A test that is left out is never left out without a word. */
export const canTest = (what: string, whyNot: string | undefined): boolean => {
	if (whyNot === undefined) return true;
	process.stderr.write(`NOT TESTED: the tests with ${what} are skipped: ${whyNot}\n`);
	return false;
};
