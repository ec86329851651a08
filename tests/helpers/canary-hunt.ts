import type {ChildProcess} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {listProcesses} from './processes.ts';
import {type ProgramRun, type RunOptions, runProgram} from './run-program.ts';
import type {TestHome} from './test-home.ts';

/** Every way in which a canary may have been written. */
const formsOf = (text: string): readonly string[] => [
	text,
	encodeURIComponent(text),
	Buffer.from(text).toString('base64').replace(/=+$/, ''),
	Buffer.from(`someone:${text}`).toString('base64').replace(/=+$/, ''),
];

/** Elsewhere than on Linux there is no /proc, and ps says nearly the same. */
const commandLines = (): readonly string[] =>
	process.platform === 'linux' ? commandLinesOfLinux() : listProcesses().map(({command}) => command);

const commandLinesOfLinux = (): readonly string[] =>
	readdirSync('/proc')
		.filter(entry => /^\d+$/.test(entry))
		.map(pid => {
			try {
				return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
			} catch {
				// It ended while we looked.
				return '';
			}
		});

export type CanaryHunt = {
	/** From now on this must be seen nowhere. */
	readonly hide: (name: string, text: string) => string;
	/** Runs the program, and looks at what it writes and at the arguments of all processes meanwhile. */
	readonly run: (args: readonly string[], options?: RunOptions) => Promise<ProgramRun>;
	/** Something else that a person or a program gets to see. */
	readonly look: (where: string, text: string) => void;
	/** Where which canary was seen, each once. */
	readonly hits: () => readonly string[];
};

/** Looks for secrets in everything that leaves the program, and in every file of a home. */
export const createCanaryHunt = (home: TestHome, env: Readonly<Record<string, string>>): CanaryHunt => {
	const canaries = new Map<string, readonly string[]>();
	const found = new Set<string>();
	// What is put down for a moment lies in the same home.
	const temporary = join(home.folder, 'tmp');
	mkdirSync(temporary, {recursive: true});

	const look = (where: string, text: string): void => {
		for (const [name, forms] of canaries) {
			if (forms.some(form => text.includes(form))) {
				found.add(`${name} in ${where}`);
			}
		}
	};

	const watchArguments = (child: ChildProcess, where: string): void => {
		const timer = setInterval(() => {
			for (const line of commandLines()) look(`process arguments during ${where}`, line);
		}, 40);
		child.once('close', () => clearInterval(timer));
	};

	return {
		hide: (name, text) => {
			canaries.set(name, formsOf(text));
			return text;
		},
		look,
		run: async (args, options = {}) => {
			const where = args.join(' ').slice(0, 60);
			const isTyped = [...canaries.values()].flat().some(form => args.join('\n').includes(form));
			const ran = await runProgram(home, args, {
				...options,
				env: {...env, TMPDIR: temporary, ...options.env},
				onStart: child => {
					// What the user has typed as an argument is one.
					if (!isTyped) watchArguments(child, where);
					options.onStart?.(child);
				},
			});
			look(`stdout of ${where}`, ran.stdout);
			look(`stderr of ${where}`, ran.stderr);
			return ran;
		},
		hits: () => {
			const files = readdirSync(home.folder, {recursive: true, withFileTypes: true}).filter(entry =>
				entry.isFile(),
			);
			for (const entry of files) {
				const file = join(entry.parentPath, entry.name);
				look(`file ${file.slice(home.folder.length)}`, readFileSync(file, 'utf8'));
			}
			return [...found];
		},
	};
};
