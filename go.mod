module github.com/mars-project/mars-go

go 1.26.0
