import {resolve} from 'node:path';
import {z} from 'zod';
import {noToolbox, type ToolboxSettings, usualToolbox} from '../../domain/toolbox-settings.ts';
import {nearest} from '../../support/nearest.ts';
import {readAllowedHost} from '../../support/network/allowed-host.ts';
import {below, type Complaint, malformed} from './complaint.ts';
import type {ConfigPage} from './config-page.ts';
import {expandValues} from './expand-values.ts';
import type {Environment} from './expand-variables.ts';
import {type Aliases, readObject} from './read-object.ts';

const text = z.string().refine(value => value.trim() !== '', 'must not be empty');

/** The entry `toolbox`, by the names that the program uses. */
export const toolboxSchema = z.object({
	disabled: z.boolean().optional(),
	roots: z.array(text).optional(),
	includeTools: z.array(text).optional(),
	excludeTools: z.array(text).optional(),
	allowedHosts: z
		.array(z.string().refine(entry => readAllowedHost(entry) !== undefined, 'expected a host, or host:port'))
		.optional(),
});

export const toolboxAliases: Aliases = {folders: 'roots'};

type ToolboxRead = {readonly toolbox?: ToolboxSettings; readonly problems: readonly string[]};

const readEntry = (
	written: unknown,
	env: Environment,
	cwd: string,
): {readonly toolbox: ToolboxSettings; readonly complaints: readonly Complaint[]} => {
	if (typeof written === 'boolean') return {toolbox: {...usualToolbox, isWanted: written}, complaints: []};
	if (typeof written !== 'object' || written === null || Array.isArray(written)) {
		return {toolbox: noToolbox, complaints: [malformed([], 'expected true, false or an object')]};
	}
	const {value, complaints, spelling} = readObject(written, toolboxSchema, toolboxAliases, {isStrict: true});
	if (value === undefined) return {toolbox: noToolbox, complaints};
	const roots = (value.roots ?? []).map(root => expandValues(root, {env, workspaceFolder: cwd}));
	const missing = roots.flatMap((root, index) => below([spelling('roots'), index], root.complaints));
	if (missing.length > 0) return {toolbox: noToolbox, complaints: missing};
	return {
		toolbox: {
			// Whoever only narrows it has not asked for it in scripts.
			...(value.disabled === undefined ? {} : {isWanted: !value.disabled}),
			...(value.roots === undefined ? {} : {roots: roots.map(root => resolve(cwd, String(root.value)))}),
			...(value.includeTools === undefined ? {} : {includeTools: value.includeTools}),
			excludeTools: value.excludeTools ?? [],
			allowedHosts: value.allowedHosts ?? [],
		},
		complaints: [],
	};
};

/** What the user's own file says about the built-in server. */
export const readToolbox = (page: ConfigPage, env: Environment, cwd: string): ToolboxRead => {
	if (!page.has('toolbox')) {
		const isMisspelt = page.unknownKeys.some(key => nearest(key, ['toolbox']) === 'toolbox');
		return isMisspelt ? {toolbox: noToolbox, problems: []} : {problems: []};
	}
	const {toolbox, complaints} = readEntry(page.valueOf('toolbox'), env, cwd);
	const key = page.spelling('toolbox');
	return {
		toolbox,
		problems: page.linesAt([key], complaints),
	};
};
