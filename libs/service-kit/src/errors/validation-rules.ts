import { getMetadataStorage } from 'class-validator';

/**
 * Makes class-validator read the rules of a class once. By itself it searches all classes for inherited rules at every
 * validation. Decorators add rules only while their class is defined, which is before its first instance.
 */
export function rememberRules(): void {
  const storage = getMetadataStorage();
  const search = storage.getTargetValidationMetadatas.bind(storage);
  const group = storage.groupByPropertyName.bind(storage);
  const found = new WeakMap<object, ReturnType<typeof search>>();
  const grouped = new WeakMap<object, ReturnType<typeof group>>();
  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    if (typeof target !== 'function' || schema || always || strictGroups || groups)
      return search(target, schema, always, strictGroups, groups);
    const rules = found.get(target) ?? search(target, schema, always, strictGroups, groups);
    found.set(target, rules);
    return rules;
  };
  storage.groupByPropertyName = (rules) => {
    const groups = grouped.get(rules) ?? group(rules);
    grouped.set(rules, groups);
    return groups;
  };
}
