import type {ArgumentMatcher} from '../../domain/approval.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {mayMatch, surelyMatches} from './match-text.ts';
import {isSurelyUnder, mayBeUnder, type Places} from './path-readings.ts';

/** A rule that allows must be fulfilled by every reading of the arguments, one that holds back by any of them. */
export type Manner = 'strict' | 'generous';

type Found = {
	readonly values: readonly JsonValue[];
	/** Nothing on the way lacks it. */
	readonly isWhole: boolean;
};

const nothing: Found = {values: [], isWhole: false};

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** What is in a list and in the lists in it. Without recursion: nobody says how deep they are. */
const elementsOf = (list: readonly JsonValue[]): readonly JsonValue[] => {
	const elements: JsonValue[] = [];
	const open = [...list];
	for (let value = open.pop(); value !== undefined; value = open.pop()) {
		if (isList(value)) {
			for (const each of value) open.push(each);
		} else {
			elements.push(value);
		}
	}
	return elements;
};

const findAt = (value: JsonValue, path: readonly string[]): Found => {
	const [name, ...rest] = path;
	if (name === undefined) {
		return {values: [value], isWhole: true};
	}
	if (isList(value)) {
		const found = elementsOf(value).map(element => findAt(element, path));
		return {
			values: found.flatMap(({values}) => values),
			isWhole: found.length > 0 && found.every(({isWhole}) => isWhole),
		};
	}
	const member = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
	return member === undefined ? nothing : findAt(member, rest);
};

/** An argument by its name: that of a member of an object where it has dots, unless it is called so itself. */
const findArgument = (args: JsonObject, name: string): Found => {
	const literal = findAt(args, [name]);
	const member = name.includes('.') ? findAt(args, name.split('.')) : nothing;
	return {
		values: [...literal.values, ...member.values],
		isWhole:
			(literal.isWhole || member.isWhole) &&
			(literal.isWhole || literal.values.length === 0) &&
			(member.isWhole || member.values.length === 0),
	};
};

/** A value and everything in it; the names of members are texts too. */
const everythingIn = (value: JsonValue): readonly JsonValue[] => {
	const all: JsonValue[] = [];
	const open: JsonValue[] = [value];
	for (let each = open.pop(); each !== undefined; each = open.pop()) {
		all.push(each);
		if (isList(each)) {
			for (const element of each) open.push(element);
		} else if (isJsonObject(each)) {
			for (const [name, member] of Object.entries(each)) {
				all.push(name);
				open.push(member);
			}
		}
	}
	return all;
};

/** As deep as what is wanted, which the user wrote. */
const isEqual = (wanted: JsonValue, value: JsonValue): boolean => {
	if (isList(wanted)) {
		return (
			isList(value) &&
			wanted.length === value.length &&
			wanted.every((each, index) => isEqual(each, value[index] ?? null))
		);
	}
	if (isJsonObject(wanted)) {
		const names = Object.keys(wanted);
		return (
			isJsonObject(value) &&
			names.length === Object.keys(value).length &&
			names.every(name => Object.hasOwn(value, name) && isEqual(wanted[name] ?? null, value[name] ?? null))
		);
	}
	return wanted === value;
};

const isScalar = (value: JsonValue): value is string | number | boolean =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Servers take "5" for 5 and the other way round. */
const looksEqual = (wanted: JsonValue, value: JsonValue): boolean =>
	isEqual(wanted, value) || (isScalar(wanted) && isScalar(value) && String(wanted) === String(value));

/** One text, or a list of nothing else. */
const textsOf = (value: JsonValue): readonly string[] => {
	const values = isList(value) ? elementsOf(value) : [value];
	const texts = values.filter(each => typeof each === 'string');
	return texts.length === values.length ? texts : [];
};

const fulfilsStrictly = (matcher: ArgumentMatcher, value: JsonValue, places: Places): boolean => {
	const {equals, oneOf, glob, under} = matcher;
	const isAny = (wanted: readonly JsonValue[]): boolean => {
		const isOne = (each: JsonValue): boolean => wanted.some(one => isEqual(one, each));
		return isOne(value) || (isList(value) && value.length > 0 && value.every(isOne));
	};
	const texts = textsOf(value);
	const areAll = (holds: (text: string) => boolean): boolean => texts.length > 0 && texts.every(holds);
	return (
		(equals === undefined || isAny([equals])) &&
		(oneOf === undefined || isAny(oneOf)) &&
		(glob === undefined || areAll(text => surelyMatches(glob, text, places))) &&
		(under === undefined || areAll(text => isSurelyUnder(under, text, places)))
	);
};

const mayFulfil = (matcher: ArgumentMatcher, value: JsonValue, places: Places): boolean => {
	const {equals, oneOf, glob, under} = matcher;
	const all = everythingIn(value);
	const texts = all.filter(isScalar).map(String);
	return (
		(equals === undefined || all.some(each => looksEqual(equals, each))) &&
		(oneOf === undefined || all.some(each => oneOf.some(wanted => looksEqual(wanted, each)))) &&
		(glob === undefined || texts.some(text => mayMatch(glob, text, places))) &&
		(under === undefined || texts.some(text => mayBeUnder(under, text, places)))
	);
};

/** Whether arguments are what a rule demands. One that is absent fulfils nothing. */
export const matchesArguments = (
	matchers: Readonly<Record<string, ArgumentMatcher>>,
	args: JsonObject,
	manner: Manner,
	places: Places,
): boolean =>
	Object.entries(matchers).every(([name, matcher]) => {
		const {values, isWhole} = findArgument(args, name);
		return manner === 'strict'
			? isWhole && values.length > 0 && values.every(value => fulfilsStrictly(matcher, value, places))
			: values.some(value => mayFulfil(matcher, value, places));
	});
