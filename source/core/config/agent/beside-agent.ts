import {dirname, resolve} from 'node:path';
import {absentFile, type ReadEnvFile} from '../env-files.ts';
import {findInside, readFileInside} from '../file-inside.ts';

/** Why a file elsewhere is not read: what somebody else's agent reads, it can send anywhere. */
const outside = (file: string, why: string, agentFile: string): string =>
	`${file} ${why} of ${dirname(agentFile)}, the folder of the agent, and an agent may read only what is in there. Put the file there`;

type BesideAgent =
	| {readonly type: 'inside'; readonly path: string}
	| {readonly type: 'outside'; readonly message: string};

/** Finds a file that an agent names, which must lie in its folder, wherever links lead. */
export const findBesideAgent = (named: string, agentFile: string): BesideAgent => {
	const folder = dirname(agentFile);
	const path = resolve(folder, named);
	const found = findInside(folder, path);
	if (found.type === 'outside') {
		return {type: 'outside', message: outside(path, found.why, agentFile)};
	}
	// Whether it is there, and why it cannot be read, is for the reader to say.
	return found.type === 'inside' ? found : {type: 'inside', path};
};

/** Reads files of variables that lie in the folder of the agent. */
export const readEnvFileBeside =
	(agentFile: string): ReadEnvFile =>
	file => {
		const read = readFileInside(dirname(agentFile), file);
		switch (read.type) {
			case 'read':
				return read;
			case 'absent':
				return {type: 'refused', message: absentFile(file)};
			case 'outside':
				return {type: 'refused', message: outside(file, read.why, agentFile)};
			case 'refused':
				return {type: 'refused', message: `${file} ${read.reason}`};
		}
	};
