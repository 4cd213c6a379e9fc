// Renders a chart as Helm does, with Go's own templates and the functions that Helm takes from sprig; Debian has no Helm.
// Usage: render CHART <VALUES, a JSON array of {release, namespace, values}; the result is an array of {files} or {error}.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type object = map[string]interface{}
type request struct {
	Release, Namespace string
	Values             object
}
type result struct {
	Files map[string]string `json:"files,omitempty"`
	Error string            `json:"error,omitempty"`
}
type files struct{ chart string }

// Get returns nothing for a file that is missing, like Helm.
func (f files) Get(name string) string {
	text, _ := os.ReadFile(filepath.Join(f.chart, name))
	return string(text)
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func readYaml(path string) object {
	text, err := os.ReadFile(path)
	must(err)
	read := object{}
	must(yaml.Unmarshal(text, &read))
	return read
}

// Objects are merged, everything else is replaced, and null removes.
func merge(into, from object) object {
	merged := object{}
	for name, value := range into {
		merged[name] = value
	}
	for name, value := range from {
		inner, isObject := value.(object)
		outer, wasObject := merged[name].(object)
		if value == nil {
			delete(merged, name)
		} else if isObject && wasObject {
			merged[name] = merge(outer, inner)
		} else {
			merged[name] = value
		}
	}
	return merged
}

func parse(chart, name string) *template.Template {
	all := template.New(name).Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(part string, data interface{}) (string, error) {
		var out strings.Builder
		err := all.ExecuteTemplate(&out, part, data)
		return out.String(), err
	}
	functions["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		must(err)
		return strings.TrimSuffix(string(text), "\n")
	}
	functions["fromYamlArray"] = func(text string) ([]interface{}, error) {
		list := []interface{}{}
		return list, yaml.Unmarshal([]byte(text), &list)
	}
	all.Funcs(functions)
	must(filepath.Walk(filepath.Join(chart, "templates"), func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		must(err)
		inside, err := filepath.Rel(chart, path)
		must(err)
		_, err = all.New(filepath.Join(name, inside)).Parse(string(text))
		return err
	}))
	return all
}

func render(chart string, about object, wanted request) result {
	name := about["name"].(string)
	all := parse(chart, name)
	data := object{
		"Values":   merge(readYaml(filepath.Join(chart, "values.yaml")), wanted.Values),
		"Release":  object{"Name": wanted.Release, "Namespace": wanted.Namespace, "Service": "Helm"},
		"Chart":    object{"Name": name, "Version": about["version"], "AppVersion": about["appVersion"]},
		"Files":    files{chart},
		"Template": object{"BasePath": name + "/templates"},
	}
	rendered := map[string]string{}
	for _, one := range all.Templates() {
		path := strings.TrimPrefix(one.Name(), name+"/")
		if path == one.Name() || strings.HasPrefix(filepath.Base(path), "_") {
			continue
		}
		var out bytes.Buffer
		if err := one.Execute(&out, data); err != nil {
			return result{Error: err.Error()}
		}
		rendered[path] = strings.ReplaceAll(out.String(), "<no value>", "")
	}
	return result{Files: rendered}
}

func main() {
	requests := []request{}
	must(json.NewDecoder(os.Stdin).Decode(&requests))
	chart := os.Args[1]
	about := readYaml(filepath.Join(chart, "Chart.yaml"))
	results := []result{}
	for _, wanted := range requests {
		results = append(results, render(chart, about, wanted))
	}
	must(json.NewEncoder(os.Stdout).Encode(results))
}
