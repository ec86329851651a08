import {assertNever} from '../../domain/assert-never.ts';
import type {ForeignFile} from '../../domain/server-import.ts';
import {describeSetting, type ServerSetting} from '../../domain/server-setting.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {maskArguments} from '../../support/mask-secrets.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type ImportRow, reachOf} from './plan-import.ts';

const stateWords = ({state, other = '', server}: ImportRow): string => {
	switch (state) {
		case 'new':
			return server.entry.disabled === true ? 'new, switched off' : 'new';
		case 'already there':
			return 'already there';
		case 'different':
			return 'you have another server of this name';
		case 'repeated':
			return `the same as in ${other}`;
		case 'shadowed':
			return `${other} has another server of this name`;
		case 'built in':
			return 'not a server of its own';
		case 'unusable':
			return 'cannot be used';
		default:
			return assertNever(state);
	}
};

const markOf = ({state}: ImportRow): string => {
	switch (state) {
		case 'new':
			return '+';
		case 'already there':
		case 'repeated':
			return '=';
		case 'different':
		case 'shadowed':
			return '!';
		case 'built in':
			return '-';
		case 'unusable':
			return '✘';
		default:
			return assertNever(state);
	}
};

const isOffered = ({state}: ImportRow): boolean => ['new', 'different', 'shadowed'].includes(state);

/** Where it runs, and with which file of variables, are no secrets. */
const isPath = ({name}: ServerSetting): boolean => /^(cwd|envFile)\b/.test(name);

const maskedValue = ({value, takes}: ServerSetting): string =>
	takes.length > 0 ? takes.map(name => `\${${name}}`).join(' ') : (maskArguments([value])[0] ?? '');

/**
 * What a server is given. Of a file of this folder, which anybody may have written, all of it; of the user's own, what
 * decides what is run or takes something, and of the rest the names.
 */
const settingsOf = ({file, server}: ImportRow): readonly string[] => {
	const {settings = []} = server;
	const isWhole = (setting: ServerSetting): boolean =>
		file.isOfProject || setting.warning !== undefined || isPath(setting);
	const lineOf = (setting: ServerSetting): string => {
		const value = file.isOfProject ? setting.value : maskedValue(setting);
		return `${setting.warning === undefined ? '' : '! '}${describeSetting({...setting, value})}`;
	};
	const names = settings.filter(setting => !isWhole(setting)).map(({name}) => name);
	return [
		...settings.filter(isWhole).map(lineOf),
		...(names.length === 0 ? [] : [`sets ${[...new Set(names)].join(', ')}`]),
	];
};

const detailsOf = (row: ImportRow, isPlainText: boolean): readonly string[] => {
	const {server, secrets} = row;
	const moved = isPlainText
		? `stays in the file as plain text`
		: `${secrets.length === 1 ? 'holds a secret that moves' : 'hold secrets that move'} to the keychain`;
	return [
		...server.problems,
		...(isOffered(row) ? [...settingsOf(row), ...server.notes] : []),
		...(isOffered(row) && secrets.length > 0 ? [`${secrets.join(', ')} ${moved}`] : []),
	];
};

const headerOf = ({title, file, isOfProject}: ForeignFile): string =>
	`${title}  ${sanitiseLine(file)}${isOfProject ? '  (a file of this folder)' : ''}`;

/** What was found, file by file. */
export const describeImport = (
	files: readonly ForeignFile[],
	rows: readonly ImportRow[],
	isPlainText: boolean,
): readonly string[] =>
	files.flatMap(file => {
		const own = rows.filter(row => row.file === file);
		if (own.length === 0 && file.problems.length === 0) {
			return [];
		}
		const cells = alignColumns(own.map(row => [sanitiseLine(row.server.name), reachOf(row)]));
		return [
			headerOf(file),
			...file.problems.map(problem => `  ✘ ${sanitiseLine(problem)}`),
			...own.flatMap((row, index) => {
				const project = row.server.project;
				const where = project === undefined || file.isOfProject ? '' : `, of ${sanitiseLine(project)}`;
				return [
					`  ${markOf(row)} ${cells[index] ?? ''}  (${stateWords(row)}${where})`,
					...detailsOf(row, isPlainText).map(detail => `      ${sanitiseLine(detail)}`),
				];
			}),
		];
	});

/** One server for scripts. The fields are a contract. */
export const importObject = (row: ImportRow) => {
	const {file, server, state, secrets} = row;
	return {
		client: file.client,
		file: file.file,
		name: server.name,
		...(server.project === undefined ? {} : {project: server.project}),
		target: reachOf(row),
		...(isOffered(row) && settingsOf(row).length > 0 ? {settings: settingsOf(row)} : {}),
		state: state.replaceAll(' ', '-'),
		...(server.problems.length === 0 ? {} : {problems: server.problems}),
		...(server.notes.length === 0 ? {} : {notes: server.notes}),
		...(secrets.length === 0 ? {} : {secrets}),
	};
};
